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

/// Collects the state of a checkpoint's window from its parts.
class ShownCheckpoint {
    Q_DECLARE_TR_FUNCTIONS(loupe::ShownCheckpoint)

public:
    /// The most tensors and groups that a command names.
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
