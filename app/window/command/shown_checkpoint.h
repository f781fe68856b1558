#pragma once

#include "app/window/command/shown_state.h"

#include <QCoreApplication>

#include <cstddef>
#include <cstdint>

namespace loupe {

class DetailsTabs;
class Document;
class EditSession;
class HealthScan;
class TensorTreeView;

/// Reads from the parts of a checkpoint's window what it shows.
class ShownCheckpoint {
    Q_DECLARE_TR_FUNCTIONS(loupe::ShownCheckpoint)

public:
    /// So many tensors and groups are named in a command.
    static constexpr std::size_t mostNames = 50;

    /// All must outlive this object.
    struct Parts {
        const Document& document;
        const TensorTreeView& tree;
        const DetailsTabs& details;
        const HealthScan& scan;
        const EditSession& edits;
    };

    explicit ShownCheckpoint(const Parts& parts);

    ShownState state() const;

private:
    void addSelection(ShownState& state) const;
    void addPart(ShownState& state, std::uint32_t part) const;
    void addNodes(ShownState& state) const;
    static QString lostNames(std::size_t count);

    Parts m_parts;
};

} // namespace loupe
