import{b as t}from"./domain-sha256.js";function r({run:o,timeout_ms:n,restore:e,files:m}){return t({run:o,timeout_ms:n,restore:e??[],files:m?.hash??null})}export{r as a};
