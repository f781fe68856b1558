#pragma once

#include "app/window/command/shown_state.h"

#include <QStringList>

namespace loupe {

/// The tensorloupe arguments that show this state: the inverse of readOptions(), without options that do not affect the
/// content, such as the theme, and without edits and secrets.
QStringList windowArguments(const Options& options);

struct ToolCommand {
    QStringList arguments = {}; ///< verb first; empty if no verb prints the content
    QStringList leftOut = {}; ///< full sentences about what tensorloupe can show but tloupe cannot print
};

/// The tloupe command that prints the same content: `diff` for a comparison, `history` for a run, and `stats` for
/// selected tensors in tabs that show their figures. Otherwise the list: `scan` if values were scanned, else `info`.
ToolCommand toolCommand(const ShownState& state);

/// A command for a shell. Precondition: canBeArgument() for each argument.
QString commandText(const QString& program, const QStringList& arguments);

} // namespace loupe
