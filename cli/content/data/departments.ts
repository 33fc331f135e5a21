import * as z from 'zod';
import { email, phone, text, title } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';

const department = z.strictObject({
  name: title().describe('The name of the department.'),
  email: email().describe('Where mail to it goes.'),
  phone: phone().optional().describe('Its number.'),
  about: text().optional().describe('What it answers.'),
});

/** `data/departments.yaml`: who answers which mail. */
export const departments = z.strictObject({
  departments: distinct(z.array(department).min(1), {
    names: ({ name }) => [[name, 'name']],
    message: (name) => `Two departments have the name \`${name}\`.`,
  }).describe('The departments, in order.'),
});
