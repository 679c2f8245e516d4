import{b as a}from"./adapters-models-gateway-allowed-host-2.js";import"./helpers.js";export{a as isAllowedHost};
