var n={name:"agent-eval-action",version:"0.1.0"};export{n as a};
