import { newPlayer, type Player, type PlayerEvent, reduce, retryDelay, status } from './player.ts';
import { markProgramOnAir } from './schedule.ts';

// In milliseconds: when a silent connection counts as broken, and a stream without progress as stalled,
const connectTimeout = 10_000;
const stallTime = 3000;

for (const section of document.querySelectorAll<HTMLElement>('[data-radio-player]')) initPlayer(section);
markProgramOnAir();

type Dispatch = (event: PlayerEvent) => void;

/** Connects the audio and the controls of a player with the state machine. */
function initPlayer(section: HTMLElement) {
  const find = <T extends HTMLElement>(selector: string) => section.querySelector(selector) as T;
  const audio = find<HTMLAudioElement>('audio');
  const play = find<HTMLButtonElement>('[data-play]');
  const mute = find<HTMLButtonElement>('[data-mute]');
  const volume = find<HTMLInputElement>('[data-volume]');
  const state = find('[data-status]');
  const errors = section.querySelectorAll<HTMLElement>('[data-error]');

  const stream = audio.src;
  const title = followTitle(find('[data-now-playing]'), stream.replace('/api/stream', '/api/now-playing'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let player = newPlayer;

  function dispatch(event: PlayerEvent) {
    const before = player;
    player = reduce(before, event);
    if (player.phase !== before.phase) enter(player, before.phase);
    render(player);
  }

  function enter({ phase, attempt }: Player, from: Player['phase']) {
    clearTimeout(timer);
    if (phase === 'playing') return title.follow();
    if (phase === 'connecting') {
      timer = setTimeout(dispatch, connectTimeout, { type: 'broken' });
      // A stream that stalled continues by itself.
      if (from !== 'playing') connect(audio, stream, dispatch);
      return;
    }
    // A paused live stream would be buffered, and continue in the past.
    audio.removeAttribute('src');
    audio.load();
    title.leave();
    if (phase === 'waiting')
      timer = setTimeout(dispatch, retryDelay(attempt, Math.random()), { type: 'retry' });
  }

  function render(player: Player) {
    const isStopped = player.phase === 'stopped';
    section.dataset.phase = player.phase;
    audio.volume = player.volume;
    audio.muted = player.muted;
    play.textContent = isStopped ? scriptWords.play : scriptWords.pause;
    mute.ariaPressed = String(player.muted);
    volume.value = String(player.volume);
    volume.ariaValueText = player.volume.toLocaleString(document.documentElement.lang, { style: 'percent' });
    setText(state, status(player, scriptWords.status));
    for (const text of errors) text.hidden = text.dataset.error !== player.error;
    if (navigator.mediaSession) navigator.mediaSession.playbackState = isStopped ? 'paused' : 'playing';
  }

  play.addEventListener('click', () => dispatch({ type: player.phase === 'stopped' ? 'play' : 'pause' }));
  mute.addEventListener('click', () => dispatch({ type: 'mute' }));
  volume.addEventListener('input', () => dispatch({ type: 'volume', volume: volume.valueAsNumber }));
  listenToAudio(audio, dispatch);
  listenToDevice(dispatch);
  render(player);
}

function connect(audio: HTMLAudioElement, stream: string, dispatch: Dispatch) {
  audio.src = stream;
  audio.play().catch(({ name }: DOMException) => {
    // We abort ourselves, and a stream that cannot be played fires `error`.
    if (name !== 'AbortError' && name !== 'NotSupportedError') dispatch({ type: 'refused' });
  });
}

function listenToAudio(audio: HTMLAudioElement, dispatch: Dispatch) {
  audio.addEventListener('playing', () => dispatch({ type: 'played' }));
  audio.addEventListener('waiting', () => dispatch({ type: 'stalled' }));
  audio.addEventListener('error', () => dispatch({ type: 'broken' }));
  audio.addEventListener('ended', () => dispatch({ type: 'broken' }));
  // Firefox does not always say that it waits, nor that it goes on.
  let time = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  audio.addEventListener('timeupdate', () => {
    const hasMoved = audio.currentTime > time;
    time = audio.currentTime;
    if (!hasMoved) return;
    clearTimeout(timer);
    timer = setTimeout(dispatch, stallTime, { type: 'stalled' });
    dispatch({ type: 'played' });
  });
  // The device pauses for a call or an unplugged headphone. A stream that ends or breaks pauses as well.
  audio.addEventListener('pause', () => {
    if (audio.src && !audio.ended && !audio.error) dispatch({ type: 'pause' });
  });
}

function listenToDevice(dispatch: Dispatch) {
  addEventListener('online', () => dispatch({ type: 'retry' }));
  addEventListener('pagehide', () => dispatch({ type: 'pause' }));
  for (const action of ['play', 'pause', 'stop'] as const)
    navigator.mediaSession?.setActionHandler(action, () =>
      dispatch({ type: action === 'play' ? 'play' : 'pause' }),
    );
}

/** Sets the text of a live region only if it changes: setting it again would announce it again. */
function setText(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the current title in the page and in the system's media controls while it is followed; without a source of titles, the usual text. */
function followTitle(line: HTMLElement, address: string) {
  const usual = line.textContent ?? '';
  let events: EventSource | undefined;

  function show(title: string) {
    setText(line, title);
    if (navigator.mediaSession)
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist: document.title });
  }

  return {
    follow() {
      // After a stall it is still followed.
      if (events) return;
      show(usual);
      events = new EventSource(address);
      events.onmessage = ({ data }) => {
        try {
          show(String(JSON.parse(data).title ?? usual));
        } catch {
          // No title.
        }
      };
      events.onerror = () => {
        // Browsers reconnect by themselves, unless the response was no event stream.
        if (events?.readyState === EventSource.CLOSED) show(usual);
      };
    },
    leave() {
      events?.close();
      events = undefined;
      show(usual);
    },
  };
}
