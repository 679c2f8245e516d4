import{a}from"./undici-2.js";import"./helpers.js";export default a();
