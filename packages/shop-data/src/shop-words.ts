// Words of shops, in the languages that their exports come in: English, German, French, Spanish, Italian, Dutch and Portuguese.

import { withoutInvisible } from '@callside/schemas';

/** Bought, or about to be; cancelled, refunded or failed; or not paid yet. */
export type OrderState = 'bought' | 'undone' | 'open';

const statuses: Readonly<Record<OrderState, readonly string[]>> = {
  bought: [
    'processing, completed, complete, paid, partially paid, partially refunded, authorized, shipped, sent, dispatched, delivered, fulfilled, partially shipped, in transit, packed, picked up, collected, ready for pickup, ready to ship, awaiting shipment, awaiting fulfillment, processed, in progress, backordered, pre ordered, preordered',
    'in Bearbeitung, in Verarbeitung, wird bearbeitet, abgeschlossen, fertiggestellt, fertig, erledigt, bezahlt, teilweise erstattet, teilweise bezahlt, versendet, verschickt, versandt, versandbereit, geliefert, zugestellt, abholbereit, abgeholt',
    'en cours, en cours de traitement, en traitement, traitement en cours, terminé, terminée, payé, payée, partiellement remboursé, partiellement remboursée, expédié, expédiée, envoyé, envoyée, livré, livrée',
    'procesando, en proceso, completado, completada, pagado, pagada, parcialmente reembolsado, parcialmente reembolsada, enviado, enviada, entregado, entregada',
    'in lavorazione, in elaborazione, completato, completata, pagato, pagata, parzialmente rimborsato, parzialmente rimborsata, spedito, spedita, consegnato, consegnata',
    'in behandeling, in verwerking, verwerking, wordt verwerkt, verwerken, verwerkt, voltooid, afgerond, betaald, gedeeltelijk terugbetaald, verzonden, geleverd, bezorgd',
    'processando, em processamento, a processar, concluído, concluída, completo, completa, pago, paga, parcialmente reembolsado, parcialmente reembolsada, expedido, expedida, entregue',
  ],
  undone: [
    'cancelled, canceled, refunded, fully refunded, failed, payment failed, voided, expired, returned, declined, rejected, charged back, chargeback',
    'storniert, abgebrochen, rückerstattet, zurückerstattet, erstattet, rueckerstattet, zurueckerstattet, fehlgeschlagen, Zahlung fehlgeschlagen, abgelehnt, abgelaufen, retourniert, zurückgesendet, zurückgeschickt',
    'annulé, annulée, remboursé, remboursée, échoué, échouée, échec, paiement échoué, échec du paiement, refusé, refusée, expiré, expirée, retourné, retournée',
    'cancelado, cancelada, anulado, anulada, reembolsado, reembolsada, fallido, fallida, pago fallido, rechazado, rechazada, caducado, caducada, devuelto, devuelta',
    'annullato, annullata, cancellato, cancellata, rimborsato, rimborsata, fallito, fallita, pagamento fallito, non riuscito, pagamento non riuscito, rifiutato, rifiutata, scaduto, scaduta, reso',
    'geannuleerd, terugbetaald, mislukt, betaling mislukt, geweigerd, verlopen, geretourneerd, retour',
    'falhado, falhada, falhou, malsucedido, malsucedida, pagamento falhado, pagamento falhou, pagamento malsucedido, recusado, recusada, expirado, expirada, devolvido, devolvida, estornado, estornada',
  ],
  open: [
    'pending, pending payment, payment pending, awaiting payment, unpaid, not paid, on hold, draft, auto draft, checkout draft, trash',
    'ausstehend, ausstehende Zahlung, Zahlung ausstehend, Zahlung offen, offen, unbezahlt, nicht bezahlt, in Wartestellung, wartend, zurückgestellt, Entwurf, Papierkorb',
    'en attente, en attente de paiement, en attente paiement, attente de paiement, attente paiement, paiement en attente, impayé, impayée, non payé, non payée, brouillon, corbeille',
    'pendiente, pendiente de pago, pago pendiente, en espera, sin pagar, no pagado, no pagada, impagado, impagada, borrador, papelera',
    'in attesa, in attesa di pagamento, in attesa del pagamento, pagamento in attesa, pagamento in sospeso, in sospeso, non pagato, non pagata, bozza, cestino',
    'in afwachting, in afwachting van betaling, wachtend op betaling, wacht op betaling, wachten op betaling, in de wacht, wachtend, onbetaald, niet betaald, concept, prullenbak',
    'pendente, pagamento pendente, pendente de pagamento, aguarda pagamento, aguardando, aguardando pagamento, a aguardar pagamento, em espera, não pago, não paga, rascunho, lixo',
  ],
};

/** 0 is also what can only be ordered or asked for: there is no piece to sell. */
const levels: Readonly<Record<'0' | '1', readonly string[]>> = {
  '0': [
    'sold out, soldout, out of stock, outofstock, temporarily out of stock, not in stock, not stocked, no stock, unavailable, not available, backorder, on backorder, onbackorder, available on backorder, preorder, pre order, discontinued, backordered, back order, on back order, available on back order, available for preorder, available for pre order, presale, pre sale, made to order, madetoorder, custom order, special order, by special order, available for order, available to order, order only, to order, on order, on request, coming soon, reserved',
    'ausverkauft, nicht vorrätig, nicht auf Lager, nicht lieferbar, nicht verfügbar, vergriffen, Lieferrückstand, im Lieferrückstand, im Rückstand, in Nachbestellung, nachbestellt, vorbestellbar, Vorbestellung, Vorverkauf, bestellbar, auf Bestellung, nur auf Bestellung, auf Anfrage, Einzelanfertigung, Sonderanfertigung, demnächst, reserviert',
    'épuisé, épuisée, rupture, rupture de stock, en rupture, en rupture de stock, hors stock, indisponible, sur commande, uniquement sur commande, disponible sur commande, fabriqué sur commande, fabriquée sur commande, sur demande, en réapprovisionnement, en cours de réapprovisionnement, précommande, en précommande, disponible en précommande, prévente, en prévente, bientôt disponible, réservé, réservée',
    'agotado, agotada, sin existencias, sin stock, fuera de stock, no disponible, bajo pedido, sobre pedido, por pedido, solo por pedido, disponible bajo pedido, por encargo, bajo encargo, pedido especial, se puede reservar, disponible para reserva, reserva anticipada, preventa, en preventa, próximamente, reservado, reservada',
    'esaurito, esaurita, non disponibile, non in magazzino, su ordinazione, solo su ordinazione, disponibile su ordinazione, su ordine, ordinabile, su richiesta, in arretrato, ordine arretrato, in riordino, preordine, in preordine, preordinabile, prevendita, in prevendita, prossimamente, riservato, riservata',
    'uitverkocht, niet op voorraad, niet beschikbaar, niet leverbaar, in nabestelling, nabestelling, in backorder, op bestelling, alleen op bestelling, te bestellen, op aanvraag, vooruitbestelling, vooruit te bestellen, voorverkoop, in voorverkoop, op maat gemaakt, binnenkort, binnenkort leverbaar, gereserveerd',
    'esgotado, esgotada, sem stock, sem estoque, fora de stock, fora de estoque, indisponível, sob encomenda, por encomenda, apenas por encomenda, disponível por encomenda, disponível sob encomenda, feito por encomenda, feito sob encomenda, sob pedido, sob consulta, pré encomenda, em pré encomenda, pré venda, em pré venda, em breve, reservado, reservada',
  ],
  '1': [
    'in stock, instock, available, limited availability, limitedavailability, limited stock, low stock, low in stock, few left, only a few left, online only, onlineonly',
    'vorrätig, auf Lager, lieferbar, verfügbar, begrenzt verfügbar, begrenzt lieferbar, geringer Bestand, geringer Lagerbestand, niedriger Lagerbestand, wenige verfügbar, nur noch wenige, letzte Stücke',
    'en stock, disponible, stock limité, stock faible, faible stock, disponibilité limitée, quantité limitée, derniers exemplaires, dernières pièces',
    'en existencias, hay existencias, disponibilidad limitada, existencias limitadas, pocas existencias, stock limitado, stock bajo, poco stock, pocas unidades, últimas unidades',
    'disponibile, in magazzino, disponibilità limitata, scorte limitate, quantità limitata, pochi pezzi, ultimi pezzi',
    'op voorraad, beschikbaar, leverbaar, beperkt beschikbaar, beperkt leverbaar, beperkte voorraad, lage voorraad, laatste stuks',
    'em stock, em estoque, disponível, disponibilidade limitada, stock limitado, estoque limitado, stock baixo, estoque baixo, poucas unidades, últimas unidades',
  ],
};

/** Characters. No word of the lists is longer, and decomposing takes quadratic time in the length of a row of marks. */
const longestWord = 64;

/** Without case, accents, the hyphens of an identifier and the address with which schema.org begins its words. */
function keyOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return withoutInvisible(plain)
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()
    .replace(/^https?:\/\/schema\.org\//, '');
}

function meanings<Meaning extends string>(words: Readonly<Record<Meaning, readonly string[]>>): Map<string, Meaning> {
  const all = Object.entries(words) as [Meaning, readonly string[]][];
  return new Map(
    all.flatMap(([meaning, lists]) =>
      lists.flatMap((list) => list.split(',').map((word): [string, Meaning] => [keyOf(word), meaning])),
    ),
  );
}

const stateOfStatus = meanings(statuses);
const levelOfWord = meanings(levels);

/** What the status of an order says; undefined: nothing that is known, as one of a plugin. */
export function orderState(status: string): OrderState | undefined {
  return status.length > longestWord ? undefined : stateOfStatus.get(keyOf(status));
}

const placeholders = new Set(['n/a', 'na', 'none', 'null', 'k. a.', 'k.a.']);

/** Whether a text stands for no value: `N/A`, `NULL`, `k. A.`, or signs such as `-`. */
export function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text) || placeholders.has(text.trim().toLowerCase());
}

/** Whether a customer code stands for no customer. WooCommerce gives its guests 0. */
export function isGuest(code: string): boolean {
  return saysNothing(code) || ['0', 'guest'].includes(code.toLowerCase());
}

/** The stock that a word stands for; undefined: the text is none of them. */
export function unitsInWords(text: string): '0' | '1' | undefined {
  return text.length > longestWord ? undefined : levelOfWord.get(keyOf(text));
}
