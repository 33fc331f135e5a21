import { expect, it } from 'vitest';
import { createHistory } from '../../cli/relay/history.ts';
import { frames } from './sound.ts';

const text = (bytes: Buffer) => bytes.toString('latin1');

it('knows at least so many bytes back, and leaves out what it has forgotten', () => {
  const history = createHistory(10);
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') history.append(Buffer.from(letter));
  expect(history.end()).toBe(26);
  expect(text(history.since(16))).toBe('qrstuvwxyz');
  expect(text(history.since(20, 3))).toBe('uvw');
  expect('abcdefghijklmnopqrstuvwxyz'.endsWith(text(history.since(0)))).toBe(true);
  expect(history.since(26)).toHaveLength(0);
});

it('takes more at once than it keeps', () => {
  const history = createHistory(4);
  history.append(Buffer.from('abc'));
  history.append(Buffer.from('0123456789'.repeat(3)));
  expect(text(history.since(23))).toBe('0123456789');
});

it('never changes what it has handed out', () => {
  const history = createHistory(8);
  history.append(Buffer.from('01234567'));
  const handed = history.since(0);
  for (let i = 0; i < 20; i++) history.append(Buffer.from('xxxxxxxx'));
  expect(text(handed)).toBe('01234567');
});

it('has newcomers start at a frame, as far back as the burst lasts, but with no more bytes than they may get', () => {
  const history = createHistory(100_000);
  history.append(frames(200).subarray(100));
  const second = (1000 / 26.122) * 417;
  const place = history.joinAt(2000, 100_000, 'mp3');
  expect((place + 100) % 417).toBe(0);
  expect(Math.abs(history.end() - place - 2 * second)).toBeLessThan(2 * 417);
  history.append(frames(1));
  expect(history.end() - history.joinAt(2000, 5000, 'mp3')).toBe(11 * 417);
});

it('has newcomers hear nothing of what was before it was cleared', () => {
  const history = createHistory(100_000);
  history.append(frames(100));
  history.clear();
  const cleared = history.end();
  history.append(frames(100, 500));
  expect(history.joinAt(60_000, 100_000, 'mp3')).toBe(cleared);
  expect(history.since(0).equals(frames(100, 500))).toBe(true);
});
