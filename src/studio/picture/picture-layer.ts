// What lies over the picture, in a file of its own that is loaded after the first view.
export { PictureStage } from './picture-stage.tsx';
export { PictureTools } from './picture-tools.tsx';
