import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** `quiet`: inside a row or a text. `danger`: removes something permanently. */
  variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`button ${variant}`} />;
}
