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
}

/** A dialog above the page; Escape and a press outside close it. Mount it to open it. */
export function ModalDialog({ title, onClose, children, role = 'dialog' }: ModalDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
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
