import{a as e}from"./domain-matching-similarity-bleu.js";var o=[...e,"embedding"];export{o as a};
