import { placeAds } from './ads.ts';
import './category.ts';
import { initVideos } from './videos.ts';

placeAds();
initVideos();
