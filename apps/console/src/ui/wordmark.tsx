export function Wordmark() {
  return (
    <p className="wordmark">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
        <path d="M9 7v18" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
        <path
          d="M15 11a7 7 0 0 1 0 10M19.5 7a13 13 0 0 1 0 18"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      Callside
    </p>
  );
}
