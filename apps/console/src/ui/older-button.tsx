import { Button } from './button.tsx';
import { passFocusOn } from './pass-focus-on.ts';

interface OlderButtonProps {
  children: string;
  isReading: boolean;
  onPress: () => void;
}

/** Below a list that is longer than what is shown of it. It leaves the page with the last rows. */
export function OlderButton({ children, isReading, onPress }: OlderButtonProps) {
  return (
    <div ref={passFocusOn} className="older">
      {/* Not disabled for the browser: a disabled button loses the focus. */}
      <Button aria-disabled={isReading} onPress={() => !isReading && onPress()}>
        {children}
      </Button>
    </div>
  );
}
