import type { KeyboardEvent, ReactNode } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { type Described, Help } from './field-help.tsx';
import './combo-field.css';

interface ComboFieldProps<Item extends { id: string }> extends Described {
  /** What is typed; the field is controlled. */
  text: string;
  onTextChange: (text: string) => void;
  /** What the text finds, in order. The ids are unique. */
  items: readonly Item[];
  /** A row of the list. */
  render: (item: Item) => ReactNode;
  /** The name of an item in words, for screen readers. */
  nameOf: (item: Item) => string;
  /** The rep took an item: its text is cleared before. Called for a press on a row, and for Enter on a highlighted row. */
  onChoose: (item: Item) => void;
  /** The items are not yet those of the text: none can be taken, so that a row that is replaced is never taken for its successor. */
  isLoading?: boolean;
  /** Shown in the list while `isLoading` without items. */
  loadingMessage: string;
  /** Shown in the list, and said, when the text finds nothing; also why a search failed. */
  emptyMessage: string;
  /** The list opens with this many characters, without spaces around them. */
  leastLetters?: number;
  maxLength?: number;
  placeholder?: string;
}

/**
 * A field that finds something and takes it. The list lies over the page and moves nothing. Nothing is highlighted until an arrow key or
 * the pointer does it; Enter without a highlighted row does nothing, and submits no form. Escape closes the list and keeps the text.
 */
export function ComboField<Item extends { id: string }>({
  label,
  description,
  error,
  text,
  onTextChange,
  items,
  render,
  nameOf,
  onChoose,
  isLoading = false,
  loadingMessage,
  emptyMessage,
  leastLetters = 1,
  maxLength,
  placeholder,
}: ComboFieldProps<Item>) {
  const isLongEnough = text.trim().length >= leastLetters;
  const found = isLongEnough ? items : [];

  /** React Aria closes the list on Enter without a highlighted row, and opens an empty one on an arrow key. */
  const keepFromList = (event: KeyboardEvent<HTMLElement>) => {
    const isHighlighted = (event.target as HTMLElement).hasAttribute('aria-activedescendant');
    if (event.key === 'Enter' && !isHighlighted) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (/^Arrow(Up|Down)$/.test(event.key) && !isLongEnough) event.stopPropagation();
  };

  return (
    <div onKeyDownCapture={keepFromList}>
      <ComboBox
        className="field"
        // A taken item is no value of the field: it is given away at once.
        value={null}
        onChange={(key) => {
          const item = found.find(({ id }) => id === key);
          if (item === undefined) return;
          onTextChange('');
          onChoose(item);
        }}
        inputValue={text}
        onInputChange={onTextChange}
        items={found}
        disabledKeys={isLoading ? found.map(({ id }) => id) : []}
        // Otherwise the text would be cleared when the field loses the focus.
        allowsCustomValue
        allowsEmptyCollection={isLongEnough}
        isInvalid={error !== undefined}
      >
        <Label>{label}</Label>
        <Input
          className="field-input"
          {...(maxLength !== undefined && { maxLength })}
          {...(placeholder !== undefined && { placeholder })}
        />
        <Help description={description} error={error} />
        <Popover className="field-popover">
          <ListBox className="field-options">
            {(item: Item) => (
              <ListBoxItem id={item.id} textValue={nameOf(item)} className="field-option">
                {render(item)}
              </ListBoxItem>
            )}
          </ListBox>
          {/* Inside: everything outside an open list is hidden from screen readers. */}
          <p className="combo-note" role="status">
            {found.length === 0 && (isLoading ? loadingMessage : emptyMessage)}
          </p>
        </Popover>
      </ComboBox>
    </div>
  );
}
