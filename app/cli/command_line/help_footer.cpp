#include "app/cli/command_line/help_footer.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::string_view failures =
    "2 wrong usage, 3 a file could not be read or written, 129, 130, 143 stopped by a signal";

constexpr std::string_view filterWords =
    "\nFilter: words that must all match; -WORD negates one, \"or\" separates alternatives. A word is a part of a\n"
    "  name, a glob of whole names (*.layers.[3-7].*), \"an exact name\", /a regex/, layer:3-7,\n"
    "  dtype:bf16, quant:gptq, shape:4096x*, rank:2, params:>1e6, size:>100MB, shard:3, nan:>0, inf:>0,\n"
    "  zero:>50%, constant:yes, subnormal:>10%, duplicate:yes, sigma:>30, warning:yes";

} // namespace

std::string helpFooter()
{
    return "Exit status: 0 done, 1 a negative answer (not valid, different, NaN), " + std::string(failures)
        + "\n\"tloupe VERB --help\" shows the options of a verb, with examples.\n";
}

std::string helpFooter(std::string_view verb, const VerbHelp& help)
{
    std::size_t widest = 0;
    for (const VerbExample& example : help.examples)
        widest = std::max(widest, example.arguments.size());
    std::string text = "Examples:\n";
    for (const VerbExample& example : help.examples) {
        text.append("  tloupe ").append(verb).append(example.arguments.empty() ? "" : " ").append(example.arguments);
        text.append(widest - example.arguments.size() + (example.arguments.empty() ? 3 : 2), ' ');
        text.append("# ").append(example.does) += '\n';
    }
    if (help.filtered)
        text.append(filterWords);
    if (help.filtered == FilterSubject::PairsWithValues)
        text += ", status:changed, maxabs:>1e-3, rell2:>0.01";
    if (help.filtered)
        text += '\n';
    return text.append("\nExit status: ").append(help.status).append(", ").append(failures) + '\n';
}

} // namespace loupe
