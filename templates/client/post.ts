import { initShareButtons } from './share.ts';

initShareButtons();
