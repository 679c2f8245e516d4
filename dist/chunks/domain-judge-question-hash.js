import{k as r}from"./noble-hashes.js";function e({ask:t,sees:i}){return r({ask:t,sees:i})}export{e as a};
