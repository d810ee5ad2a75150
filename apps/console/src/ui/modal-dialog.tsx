import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './modal-dialog.css';

interface ModalDialogProps {
  /** Its accessible name. */
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** `alertdialog` asks for a confirmation. */
  role?: 'dialog' | 'alertdialog';
  /** Whether Escape and a press outside close it. Not for a dialog in which a person writes. */
  isDismissable?: boolean;
}

/** A dialog above the page; Escape and a press outside close it. Mount it to open it. */
export function ModalDialog({ title, onClose, children, role = 'dialog', isDismissable = true }: ModalDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className="modal-overlay"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="modal">
        <Dialog role={role} className="modal-dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
