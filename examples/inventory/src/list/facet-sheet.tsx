import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";

/** The filters in a dialog, for pages too narrow to show them next to the list. */
export function FacetSheet({
  inUse,
  children,
}: {
  /** How many filters are in use. */
  readonly inUse: number;
  readonly children: ReactNode;
}) {
  return (
    <DialogTrigger>
      <Button className="sheet-opener">Filters{inUse > 0 && ` (${inUse})`}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="sheet">
          <Dialog>
            {({ close }) => (
              <>
                <header className="sheet-head">
                  <Heading slot="title">Filters</Heading>
                  <Button className="primary" onPress={close}>
                    Done
                  </Button>
                </header>
                {children}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
