import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";

/** The filters on a page that has no room for them beside the list. */
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
