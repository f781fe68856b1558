#pragma once

#include "app/window/command/option_words.h"
#include "core/tree/tree_order.h"
#include "items/compare/pairing_choice.h"
#include "items/history/run_figure.h"
#include "items/session/opened_checkpoint.h"
#include "items/session/secret_choice.h"
#include "saving/recipe/edit_rules.h"
#include "views/colors/theme.h"
#include "views/compare/comparison_tabs.h"
#include "views/details/details_pages.h"

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace loupe {

/// What the command line asks for.
struct Options {
    QStringList paths = {}; ///< a window for each
    bool compare = false; ///< one window for both paths instead
    std::vector<RenameRuleText> rules = {}; ///< of a comparison: how A's names become B's
    ChosenRearrangement rearrangement = {}; ///< of a comparison
    std::optional<ThemeChoice> theme = {}; ///< nothing: the one that is remembered
    QStringList select = {}; ///< whole names of tensors or groups; at most one for a comparison
    std::optional<DetailsTab> view = {};
    std::optional<RunFigure> figure = {}; ///< of the folder of a run, which has no `view`
    std::optional<PairTab> pairTab = {}; ///< of a comparison's window, in place of `view`
    QString filter = {};
    std::optional<TreeForm> tree = {}; ///< nothing: the form that is remembered
    std::optional<RowSorting> sort = {}; ///< nothing: the order of the file, or of names
    QuantizedView quantized = QuantizedView::Weights;
    SecretChoice secret = {}; ///< that opens encrypted values
    bool scan = false; ///< look at the values of all tensors
    bool offline = false; ///< ask no server
    EditRules edits = {}; ///< to stage
    QString screenshot = {}; ///< path of a picture to write instead of showing a window; empty for none
    QSize screenshotSize{1280, 800};
};

/// Reads the program's arguments, its own name first. Prints help or version, or what is wrong with them, and exits the
/// process where there is no window to open (status 0, or 2 for wrong usage).
Options readOptions(const QStringList& arguments);

} // namespace loupe
