import {
  createPlayer,
  type Phase,
  type Player,
  type PlayerEvent,
  reduce,
  retryDelay,
  status,
} from './player.ts';
import { markProgramOnAir } from './schedule.ts';

/** How long a connection may bring nothing before it counts as broken, in milliseconds. */
const patience = 10_000;

/** The name of the player's own window, of the channel between windows, and of what is remembered. */
const name = 'radio';

/** The end of an address that tells the player's own window to take over. */
const playAtOnce = '#play';

for (const section of document.querySelectorAll<HTMLElement>('[data-radio-player]')) start(section);
markProgramOnAir();

/** Puts the state machine in charge of a player's audio and controls. */
function start(section: HTMLElement) {
  const find = <T extends HTMLElement>(selector: string) => section.querySelector(selector) as T;
  const audio = find<HTMLAudioElement>('audio');
  const play = find<HTMLButtonElement>('[data-play]');
  const mute = find<HTMLButtonElement>('[data-mute]');
  const volume = find<HTMLInputElement>('[data-volume]');
  const state = find('[data-status]');
  const errors = section.querySelectorAll<HTMLElement>('[data-error]');

  const stream = audio.src;
  const title = followTitle(find('[data-now-playing]'), stream.replace('/api/stream', '/api/now-playing'));
  const others = otherWindows(() => dispatch({ type: 'pause' }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let player = createPlayer(remembered());

  function dispatch(event: PlayerEvent) {
    const before = player;
    player = reduce(before, event);
    if (player.phase !== before.phase) enter(player, before.phase);
    if (player.volume !== before.volume || player.muted !== before.muted) remember(player);
    draw(player);
  }

  function enter({ phase, attempt }: Player, from: Phase) {
    clearTimeout(timer);
    if (phase === 'playing') {
      title.follow();
      others.hush();
      return;
    }
    if (phase === 'connecting') {
      timer = setTimeout(dispatch, patience, { type: 'broken' });
      // What only ran dry goes on by itself.
      if (from !== 'playing') connect();
      return;
    }
    // A live stream that is paused would be buffered, and go on in the past.
    audio.removeAttribute('src');
    audio.load();
    title.leave();
    if (phase === 'waiting')
      timer = setTimeout(dispatch, retryDelay(attempt, Math.random()), { type: 'retry' });
    else others.leave();
  }

  function connect() {
    audio.src = stream;
    audio.play().catch(({ name }: DOMException) => {
      // An abort is our own, and of a stream that cannot be played `error` tells.
      if (name === 'AbortError' || name === 'NotSupportedError') return;
      dispatch({ type: 'refused' });
    });
  }

  function draw(player: Player) {
    const stopped = player.phase === 'stopped';
    section.dataset.phase = player.phase;
    audio.volume = player.volume;
    audio.muted = player.muted;
    play.textContent = stopped ? 'Play' : 'Pause';
    mute.ariaPressed = String(player.muted);
    volume.value = String(player.volume);
    volume.ariaValueText = `${Math.round(player.volume * 100)}%`;
    say(state, status(player));
    for (const text of errors) text.hidden = text.dataset.error !== player.error;
    if (navigator.mediaSession) navigator.mediaSession.playbackState = stopped ? 'paused' : 'playing';
  }

  play.addEventListener('click', () => dispatch({ type: player.phase === 'stopped' ? 'play' : 'pause' }));
  mute.addEventListener('click', () => dispatch({ type: 'mute' }));
  volume.addEventListener('input', () => dispatch({ type: 'volume', volume: volume.valueAsNumber }));
  audio.addEventListener('playing', () => dispatch({ type: 'played' }));
  audio.addEventListener('waiting', () => dispatch({ type: 'starved' }));
  audio.addEventListener('error', () => dispatch({ type: 'broken' }));
  audio.addEventListener('ended', () => dispatch({ type: 'broken' }));
  // The device pauses for a call or an unplugged headphone. A stream that ends or breaks pauses as well.
  audio.addEventListener('pause', () => {
    if (audio.src && !audio.ended && !audio.error) dispatch({ type: 'pause' });
  });
  addEventListener('online', () => dispatch({ type: 'retry' }));
  addEventListener('pagehide', () => dispatch({ type: 'pause' }));
  for (const action of ['play', 'pause', 'stop'] as const)
    navigator.mediaSession?.setActionHandler(action, () =>
      dispatch({ type: action === 'play' ? 'play' : 'pause' }),
    );

  offerOwnWindow(find<HTMLAnchorElement>('[data-own-window]'), () => player.phase !== 'stopped');
  draw(player);
  if (location.hash === playAtOnce) {
    history.replaceState(null, '', location.pathname);
    dispatch({ type: 'play' });
    play.focus();
  }
}

/** Sets a text that is read out, only where it changes. */
function say(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows what is on, here and in the system's media controls, as long as it is followed; where nobody tells, the text stays as it is. */
function followTitle(line: HTMLElement, address: string) {
  const usual = line.textContent ?? '';
  let events: EventSource | undefined;
  let hasTold = false;
  let nobodyTells = false;

  function show(title: string) {
    say(line, title);
    if (navigator.mediaSession)
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist: document.title });
  }

  return {
    follow() {
      // What ran dry for a moment is still followed.
      if (events) return;
      show(usual);
      if (nobodyTells) return;
      events = new EventSource(address);
      events.onopen = () => {
        hasTold = true;
      };
      events.onmessage = ({ data }) => {
        try {
          show(String(JSON.parse(data).title ?? usual));
        } catch {
          // Not for us.
        }
      };
      events.onerror = () => {
        // A broken connection is taken up again by the browser; an answer that is no stream of events never is.
        nobodyTells = !hasTold && events?.readyState === EventSource.CLOSED;
      };
    },
    leave() {
      events?.close();
      events = undefined;
      say(line, usual);
    },
  };
}

/** Of all windows of the paper only the one that played last goes on; `onHush` is told in the others. */
function otherWindows(onHush: () => void) {
  let channel: BroadcastChannel | undefined;
  return {
    hush() {
      channel ??= new BroadcastChannel(name);
      channel.onmessage = onHush;
      channel.postMessage('');
    },
    leave() {
      channel?.close();
      channel = undefined;
    },
  };
}

/** Opens the player in a small window that stays while this one reads on; without a script, or without small windows, in a tab. */
function offerOwnWindow(link: HTMLAnchorElement, isOn: () => boolean) {
  if (window.name === name) return link.remove();
  link.addEventListener('click', (event) => {
    const own = open('', name, 'popup,width=420,height=720');
    if (!own) return;
    event.preventDefault();
    if (!isAt(own, link.pathname)) own.location.href = link.href + (isOn() ? playAtOnce : '');
    own.focus();
  });
}

function isAt({ location }: Window, path: string): boolean {
  try {
    return location.pathname === path;
  } catch {
    // It has gone to another site.
    return false;
  }
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}');
  } catch {
    return {};
  }
}

function remember({ volume, muted }: Player) {
  try {
    localStorage.setItem(name, JSON.stringify({ volume, muted }));
  } catch {
    // Storage is full or forbidden: then it is forgotten.
  }
}
