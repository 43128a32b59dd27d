// A play as an animated GIF: each position drawn as SVG, then as pixels.

import { after } from "./game.js";
import { GifWriter } from "./gif.js";
import { still } from "./picture.js";

/** Width and height of the picture, in pixels, at most. */
const LARGEST = 480;
/** Maximum number of frames; of a longer play only the end is shown. */
const FRAMES = 200;
/** Hundredths of a second: of a position, and of the first and the last one. */
const [PACE, REST] = [80, 180];

async function pixels(svg, canvas) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = Math.min(LARGEST / image.naturalWidth, LARGEST / image.naturalHeight, 2);
  if (!canvas.ready) {
    Object.assign(canvas, { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale), ready: true });
  }
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "#faf7f1";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return pen.getImageData(0, 0, canvas.width, canvas.height).data;
}

/** Returns the GIF as a Blob. */
export async function playAsGif(shape, start, moves) {
  const boards = [start];
  for (const move of moves) boards.push(after(boards.at(-1), move));
  const canvas = document.createElement("canvas");
  let gif;
  const shown = boards.slice(-FRAMES);
  for (const [i, cells] of shown.entries()) {
    const data = await pixels(still(shape, cells), canvas);
    // The first frame has every colour that there will be: stones only go away.
    gif ??= new GifWriter(canvas.width, canvas.height, data);
    gif.frame(data, i === 0 || i === shown.length - 1 ? REST : PACE);
  }
  return new Blob([gif.end()], { type: "image/gif" });
}
