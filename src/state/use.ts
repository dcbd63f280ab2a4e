// Zustand lives in state; ui reads stores through this.
export { useStore } from 'zustand';
export { useShallow } from 'zustand/shallow';
