#include "app/cli/command_line/verb_table.h"

namespace loupe {

std::span<VerbDeclaration* const> verbTable()
{
    static constexpr VerbDeclaration* table[] = {declareInfo, declareValidate, declareCheck, declareStats, declareScan,
        declareSpectrum, declareHistory, declareHash, declareDiff, declareCollect, declareGitDifftool, declareConvert,
        declareMerge, declareLora, declareExport, declareThumbnail, declareFormats, declareCache};
    return table;
}

} // namespace loupe
