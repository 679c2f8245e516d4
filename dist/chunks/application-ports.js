var e=class extends Error{name="AgentUnavailableError";stderr;exit_code;constructor(r,n,o){super(r),this.stderr=n,this.exit_code=o}};export{e as a};
