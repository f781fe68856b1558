#pragma once

#include "app/window/command/shown_state.h"

#include <QStringList>

namespace loupe {

/// The arguments of tensorloupe that show this: what readOptions() reads, without what is not about what is shown, such
/// as the theme, and without edits and secrets.
QStringList windowArguments(const Options& options);

struct ToolCommand {
    QStringList arguments = {}; ///< verb first; empty if no verb prints what is shown
    QStringList leftOut = {}; ///< whole sentences about what tensorloupe can show again, and tloupe cannot print
};

/// What prints the same in a terminal. For a comparison that is `diff`; for a run `history`; for selected tensors
/// `stats`, in the tabs that show their figures; for all else the list, which `scan` prints once values were scanned,
/// and else `info`.
ToolCommand toolCommand(const ShownState& state);

/// A command for a shell. Precondition: canBeArgument() of each.
QString commandText(const QString& program, const QStringList& arguments);

} // namespace loupe
