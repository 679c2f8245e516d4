export default ({ messages }) => ({ text: `echo: ${messages.at(-1).text}` });
