// Example boards.

/** The first board of a new visitor: small enough for a short game. */
export const FIRST_BOARD = "checker:4x5";

/** A random board of the same kind. */
export function anotherBoard(shape, cells) {
  const seed = Math.floor(Math.random() * 1e6);
  if (shape.strip) return `random:${cells.length}:${seed}`;
  if (shape.squares) return `random:${cells.length / shape.row}x${shape.row}:${seed}`;
  return shape.text([...cells].map(() => (Math.random() < 0.5 ? "x" : "o")).join(""));
}

export const CLOBBER = [
  ["Strips", [
    ["xoxoxo, the second player wins", "xoxoxo"],
    ["(xo)^7", "(xo)^7"],
    ["(xo)^10", "(xo)^10"],
    ["(xxo)^5", "(xxo)^5"],
    ["a sum of strips", "xxo.oox.xoxo"],
    ["20 random stones", "random:20:7"],
  ]],
  ["Grids", [
    ["3 by 4 checkerboard", "checker:3x4"],
    ["4 by 4 checkerboard", "checker:4x4"],
    ["4 by 5 checkerboard", "checker:4x5"],
    ["5 by 6 checkerboard", "checker:5x6"],
    ["8 by 8 checkerboard", "checker:8x8"],
    ["10 by 10 checkerboard", "checker:10x10"],
    ["3 by 5, random", "random:3x5:3"],
    ["4 by 5, random", "random:4x5:2"],
  ]],
  ["Graphs", [
    ["ring of 8", "cycle:(xo)^4"],
    ["tree", "tree:0,0,1,1,2,2:xooxxxo"],
    ["cube", "cube:3:xooxoxxo"],
    ["Petersen graph", "edges:0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5:xoxoxoxoxo"],
  ]],
];

export const SOLITAIRE = [
  ["Strips", [
    ["(xo)^6", "(xo)^6"],
    ["(xo)^10x", "(xo)^10x"],
    ["24 random stones", "random:24:5"],
  ]],
  ["Grids", [
    ["3 by 3 checkerboard", "checker:3x3"],
    ["4 by 4 checkerboard", "checker:4x4"],
    ["3 by 5, random", "random:3x5:3"],
  ]],
  ["Graphs", [
    ["ring that keeps a third", "cycle:(xoo)^3"],
    ["ring of 12", "cycle:(xo)^6"],
    ["tree", "tree:0,0,1,1,2,2:xooxxxo"],
    ["cube", "cube:3:xooxoxxo"],
    ["complete multipartite", "kpartite:3,2,2:xxoxoxo"],
  ]],
];

export const PHUTBALL = [
  ["Phutball", [
    ["11 squares, from the paper", "o@o.o.o...."],
    ["9 squares, ball in the middle", "....@...."],
    ["7 squares", ".o.@o.."],
  ]],
  ["Oddish Phutball", [
    ["from the paper", "..ooo|ooo..o..."],
    ["6 squares", "...|..."],
    ["8 squares", ".o..|.o."],
  ]],
];

export const VALUES = [
  ["Named values", [["up", "up"], ["up and star", "up + star"], ["double up", "2*up"], ["*2", "*2"], ["a hot game", "{3|{1|-2}}"]]],
  ["Clobber", [["xxo is up", "xxo"], ["xoxo", "xoxo"], ["(xo)^5", "(xo)^5"], ["xxoo/ooxx", "xxoo/ooxx"], ["random strip", "random:14:3"], ["a sum", "xxo + oox - xo"]]],
];
