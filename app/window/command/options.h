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

/// The parsed command line.
struct Options {
    QStringList paths = {}; ///< one window per path
    bool compare = false; ///< one window for both paths instead
    std::vector<RenameRuleText> rules = {}; ///< for a comparison: how A's names are mapped to B's
    ChosenRearrangement rearrangement = {}; ///< for a comparison
    std::optional<ThemeChoice> theme = {}; ///< empty: the remembered one
    QStringList select = {}; ///< full names of tensors or groups; at most one for a comparison
    std::optional<DetailsTab> view = {};
    std::optional<RunFigure> figure = {}; ///< for the folder of a run, instead of `view`
    std::optional<PairTab> pairTab = {}; ///< for a comparison, instead of `view`
    QString filter = {};
    std::optional<TreeForm> tree = {}; ///< empty: the remembered form
    std::optional<RowSorting> sort = {}; ///< empty: file order or name order
    QuantizedView quantized = QuantizedView::Weights;
    SecretChoice secret = {}; ///< secret for encrypted values
    bool scan = false; ///< scan the values of all tensors
    bool offline = false; ///< use no network
    EditRules edits = {}; ///< edits to apply
    QString screenshot = {}; ///< path of a screenshot to write instead of showing a window; empty: none
    QSize screenshotSize{1280, 800};
};

/// Parses the program's arguments, starting with its own name. If there is no window to open, prints help, version or
/// an error, and exits the process with status 0, or 2 for wrong usage.
Options readOptions(const QStringList& arguments);

} // namespace loupe
