import { expect, it } from 'vitest';
import { askOn, type Question } from '../../../cli/commands/terminal/questions.ts';

/** What is asked, and what comes of it, where somebody types these answers. */
async function asked(question: Question, ...typed: string[]) {
  const shown: string[] = [];
  const answer = await askOn(async (words) => {
    shown.push(words);
    return typed.shift() ?? '';
  }, question);
  return { answer, shown };
}

it('takes the usual answer where nothing is typed', async () => {
  expect(await asked({ words: 'Author', usual: 'Ada Lund' }, '  ')).toEqual({
    answer: 'Ada Lund',
    shown: ['Author [Ada Lund]: '],
  });
});

it('asks again until the answer is one of the choices, in capital letters or not', async () => {
  const question = { words: 'Category', usual: 'Business', choices: ['Business', 'Sports'] };
  expect(await asked(question, 'Sprots', 'sports')).toEqual({
    answer: 'Sports',
    shown: [
      'Category (Business, Sports) [Business]: ',
      '`Sprots` is none of these. Category (Business, Sports) [Business]: ',
    ],
  });
});

it('asks again until the answer passes', async () => {
  const check = (answer: string) => (answer === '' ? 'This is empty.' : undefined);
  expect((await asked({ words: 'Title', usual: '', check }, '', 'X')).shown).toEqual([
    'Title: ',
    'This is empty. Title: ',
  ]);
});
