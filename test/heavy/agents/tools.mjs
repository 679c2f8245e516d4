/** The tools of the story, as a shop would have them. */
export const TOOLS = {
  lookup_order: ({ order_id }) => `order ${order_id}: ${order_id === 'A1' ? 'delivered' : 'on its way'}`,
  issue_refund({ amount }) {
    if (amount > 10) throw new Error('refused: at most 10.00');
    return `refunded ${amount.toFixed(2)}`;
  },
};

const order_id = { type: 'string' };

/** Their arguments as JSON Schema. */
export const SCHEMAS = {
  lookup_order: { type: 'object', properties: { order_id }, required: ['order_id'], additionalProperties: false },
  issue_refund: {
    type: 'object',
    properties: { order_id, amount: { type: 'number' } },
    required: ['order_id', 'amount'],
    additionalProperties: false,
  },
};

/** Runs a tool as most loops do: a failure becomes text for the model. */
export function runTool(name, args) {
  try {
    return { text: TOOLS[name](args), failed: false };
  } catch (error) {
    return { text: `Error: ${error.message}`, failed: true };
  }
}
