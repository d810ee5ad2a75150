import { orderState, unitsInWords } from './shop-words.ts';

describe('the status of an order', () => {
  it.each([
    ...[
      'processing',
      'Completed',
      'Abgeschlossen',
      'In Bearbeitung',
      'Terminée',
      'En cours',
      'Completado',
      'Procesando',
    ],
    ...['In lavorazione', 'Completato', 'In behandeling', 'Voltooid', 'Concluído', 'Processando', 'partially-paid'],
    ...['partially_refunded', 'Shipped', 'Versendet'],
  ])('%s is of a purchase', (status) => expect(orderState(status)).toBe('bought'));

  it.each([
    ...['Storniert', 'Rückerstattet', 'RUECKERSTATTET', 'Annulée', 'Annulee', 'Remboursée', 'Cancelado', 'Cancelada'],
    ...['Fehlgeschlagen', 'Payment failed', 'Rimborsato', 'Annullato', 'Terugbetaald', 'Geannuleerd', 'Reembolsado'],
    ...['Échouée', 'Fallido', 'Mislukt', 'Malsucedido', 'voided', 'Ru\u0308ckerstattet'],
  ])('%s is of one that was cancelled, refunded or failed', (status) => expect(orderState(status)).toBe('undone'));

  it.each([
    ...['Ausstehende Zahlung', 'Zahlung ausstehend', 'Unpaid', 'on-hold', 'auto-draft', 'checkout-draft', 'trash'],
    ...['En attente de paiement', 'Pendiente de pago', 'In attesa di pagamento', 'Wachtend op betaling', 'Aguardando'],
    ...['Pagamento pendente', 'In Wartestellung', 'Entwurf'],
  ])('%s is of one that is not paid', (status) => expect(orderState(status)).toBe('open'));

  it.each(['', 'wartet-auf-dhl', 'x'.repeat(70), 'refund requested', `a${'\u0301\u0316'.repeat(200_000)}`])(
    '%# says nothing that is known',
    (status) => expect(orderState(status)).toBeUndefined(),
  );
});

describe('a word for a stock level', () => {
  it.each([
    ...['sold out', 'Out of Stock', 'outofstock', 'Ausverkauft', 'Épuisé', 'agotado', 'esaurito', 'on-backorder'],
    ...['preorder', 'Pre-Order', 'SoldOut', 'temporarily out of stock', 'https://schema.org/OutOfStock'],
    ...['made to order', 'available for order', 'Special order', 'https://schema.org/MadeToOrder', 'PreSale'],
    ...['Lieferrückstand', 'vorbestellbar', 'disponible sur commande', 'bajo pedido', 'su ordinazione'],
    ...['in nabestelling', 'sob encomenda', 'pré-venda', 'coming soon', 'Reserved'],
  ])('%s is 0', (word) => expect(unitsInWords(word)).toBe('0'));

  it.each([
    ...['In stock', 'auf Lager', 'en stock', 'disponibile', 'http://schema.org/InStock', 'LimitedAvailability'],
    ...['low stock', 'geringer Bestand', 'stock limité', 'últimas unidades', 'disponibilità limitata', 'laatste stuks'],
  ])('%s is 1', (word) => expect(unitsInWords(word)).toBe('1'));

  it.each(['many', '', '5', 'none'])('%j is none', (word) => expect(unitsInWords(word)).toBeUndefined());
});
