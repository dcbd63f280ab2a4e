/** `$((…))`: whole numbers, + - * / %, comparisons, brackets, variables. A wrong expression is 0, as an unset variable is. */
export function evaluate(expression: string, variable: (name: string) => string): number {
  const tokens = expression.match(/[0-9]+|[A-Za-z_][A-Za-z0-9_]*|<=|>=|==|!=|&&|\|\||[-+*/%<>()!]/g) ?? [];
  let at = 0;
  const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']];
  const level = (depth: number): number => {
    const operators = LEVELS[depth];
    if (operators === undefined) return primary();
    let value = level(depth + 1);
    for (let op = tokens[at]; op !== undefined && operators.includes(op); op = tokens[at]) {
      at++;
      value = apply(op, value, level(depth + 1));
    }
    return value;
  };
  const primary = (): number => {
    const token = tokens[at++] ?? '0';
    if (token === '-') return -primary();
    if (token === '!') return primary() === 0 ? 1 : 0;
    if (token === '(') {
      const value = level(0);
      at++;
      return value;
    }
    return Math.trunc(Number(/^[0-9]/.test(token) ? token : variable(token))) || 0;
  };
  return level(0);
}

function apply(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b === 0 ? 0 : Math.trunc(a / b);
    case '%': return b === 0 ? 0 : a % b;
    case '<': return Number(a < b);
    case '>': return Number(a > b);
    case '<=': return Number(a <= b);
    case '>=': return Number(a >= b);
    case '==': return Number(a === b);
    case '!=': return Number(a !== b);
    case '&&': return Number(a !== 0 && b !== 0);
    default: return Number(a !== 0 || b !== 0);
  }
}
