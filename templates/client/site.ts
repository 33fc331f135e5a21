import { logMissingPath } from './not-found.ts';

logMissingPath();
