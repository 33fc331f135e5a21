import './post.ts';
