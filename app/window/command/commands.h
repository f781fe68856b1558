#pragma once

#include "app/window/command/shown_state.h"

#include <QStringList>

namespace loupe {

/// The arguments of tensorloupe that show this: what readOptions() reads, without what is not about what is shown, such
/// as the theme, and without edits and secrets.
QStringList windowArguments(const Options& options);

/// The arguments of tloupe, verb first, that print what is shown; empty where no verb does. A comparison is that of
/// `diff`; selected tensors are those of `stats`, where their figures are shown; all else is the list, which `scan`
/// prints once values were scanned, and else `info`.
QStringList toolArguments(const ShownState& state);

/// A command for a shell. Precondition: canBeArgument() of each.
QString commandText(const QString& program, const QStringList& arguments);

} // namespace loupe
