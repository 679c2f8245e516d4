import{b as r}from"./domain-sha256.js";function e({ask:t,sees:i}){return r({ask:t,sees:i})}export{e as a};
