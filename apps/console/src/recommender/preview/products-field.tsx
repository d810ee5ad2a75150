import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ProductField } from '../product-field.tsx';

export interface ChosenProduct {
  sku: string;
  title: string;
}

interface ProductsFieldProps {
  label: string;
  description?: string;
  products: readonly ChosenProduct[];
  onChange: (products: ChosenProduct[]) => void;
}

/** Several products of the catalogue, one after the other. */
export function ProductsField({ label, description, products, onChange }: ProductsFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const remove = (sku: string) => {
    onChange(products.filter((product) => product.sku !== sku));
    // The button that was pressed leaves the page.
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field}>
      <ProductField
        label={label}
        description={description}
        text={text}
        onTextChange={setText}
        onChoose={({ sku, title }) => {
          setText('');
          if (!products.some((product) => product.sku === sku)) onChange([...products, { sku, title }]);
        }}
      />
      {products.length > 0 && (
        <ul className="preview-products" aria-label={label}>
          {products.map(({ sku, title }) => (
            <li key={sku}>
              <span>{title}</span>
              <Button variant="quiet" aria-label={t('offers.remove', { title })} onPress={() => remove(sku)}>
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
