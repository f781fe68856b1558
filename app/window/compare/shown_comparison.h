#pragma once

#include "app/window/command/shown_state.h"

#include <QCoreApplication>

namespace loupe {

class ComparisonSession;
class ComparisonTabs;
class ComparisonView;

/// Collects the state of a comparison's window from its parts.
class ShownComparison {
    Q_DECLARE_TR_FUNCTIONS(loupe::ShownComparison)

public:
    /// All must outlive this object.
    struct Parts {
        const ComparisonSession& session;
        const ComparisonView& view;
        const ComparisonTabs& tabs;
    };

    explicit ShownComparison(const Parts& parts);

    ShownState state() const;

private:
    void addRules(ShownState& state) const;
    void addSelection(ShownState& state) const;

    Parts m_parts;
};

} // namespace loupe
