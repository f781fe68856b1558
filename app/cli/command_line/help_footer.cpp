#include "app/cli/command_line/help_footer.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

struct Example {
    std::string_view arguments; ///< after the verb
    std::string_view does;
};

struct VerbHelp {
    std::string_view verb;
    std::array<Example, 3> examples;
    std::string_view status; ///< what 0 and 1 mean
    bool takesFilter = true;
};

constexpr std::string_view done = "0 done";
constexpr std::string_view doneOrPart = "0 done, 1 --salvage left something out";

constexpr std::array<VerbHelp, 13> helpOfVerbs{{
    {"info",
        {{{"model.safetensors", "the tree of tensors, metadata, findings"},
            {"model.safetensors --sort -size --top 10", "the ten largest tensors"},
            {"model.safetensors --filter 'q_proj layer:3-7'", "q_proj of layers 3 to 7"}}},
        "0 done, 1 the file is not valid"},
    {"validate",
        {{{"model.safetensors", "every fault, with its byte offset"},
            {"*.safetensors -q", "only the exit status and the errors"},
            {"model.safetensors --json", "the same for scripts"}}},
        "0 valid, 1 not valid"},
    {"stats",
        {{{"model.safetensors '*norm*'", "tensors by name"},
            {"model.safetensors --sort -std --top 5", "the five with the largest deviation"},
            {"model.safetensors --quantiles 0.001,0.5,0.999 --json", "chosen quantiles, for scripts"}}},
        done},
    {"scan",
        {{{"model.safetensors", "a verdict, and the tensors with remarks"}, {"model.safetensors --all", "all tensors"},
            {"model.safetensors -q && echo clean", "in a script or in CI"}}},
        "0 no NaN or Inf, 1 some"},
    {"hash",
        {{{"model.safetensors", "the digest of the file"},
            {"model.safetensors --tensors --algorithm sha256", "a digest for each tensor"},
            {"--check SHA256SUMS", "compare with the digests in a file"}}},
        "0 done, or as stated; 1 a digest does not match"},
    {"diff",
        {{{"base.safetensors tuned.safetensors", "what changed"},
            {"base.safetensors tuned.safetensors --html report.html", "the same as a page with charts"},
            {"base.safetensors tuned.safetensors --rtol 1e-3", "equal within a tolerance"}}},
        "0 the same, 1 different"},
    {"git-difftool",
        {{{"base.safetensors tuned.safetensors model.safetensors", "as git difftool calls it, with the name to show"},
            {"/dev/null tuned.safetensors", "a file that was added"},
            {"base.safetensors tuned.safetensors --top 20", "at most twenty tensors"}}},
        "0 done, different or not"},
    {"convert",
        {{{"model.safetensors model.bt", "another format"},
            {"model.safetensors half.safetensors --dtype bf16", "another dtype"},
            {"model.safetensors part.safetensors --filter layer:0-3", "only some tensors"}}},
        doneOrPart},
    {"merge",
        {{{"base.safetensors head.safetensors -o merged.safetensors", "two files as one"},
            {"base.safetensors head.safetensors -o merged.bt", "in another format"},
            {"base.safetensors head.safetensors -o merged.safetensors --dry-run", "what it would write"}}},
        doneOrPart},
    {"export",
        {{{"model.safetensors 'layers.0.*' -o layer0.npz", "tensors as a NumPy archive"},
            {"model.safetensors embed.weight -o embed.csv", "values as text"},
            {"model.safetensors -o arrays/", "a .npy file for each tensor"}}},
        doneOrPart},
    {"thumbnail",
        {{{"model.safetensors model.png", "parameters, groups and dtypes as a picture"},
            {"model.safetensors model.png --size 512", "a larger one"},
            {"--size 128 -- model.safetensors model.png", "as a file manager calls it"}}},
        done, false},
    {"formats",
        {{{"", "what can be read and written"}, {"--json", "the same for scripts"},
            {"| grep safetensors", "one of them"}}},
        done, false},
    {"cache",
        {{{"", "where it is, how large, and of which files"}, {"--clear", "remove all of it"},
            {"--clear https://host/model.safetensors", "remove what is kept of one file"}}},
        done, false},
}};

constexpr std::string_view failures =
    "2 wrong usage, 3 a file could not be read or written, 129, 130, 143 stopped by a signal";

} // namespace

std::string helpFooter(std::string_view verb)
{
    const auto known = std::ranges::find(helpOfVerbs, verb, &VerbHelp::verb);
    if (known == helpOfVerbs.end())
        return "Exit status: " + std::string(done) + ", 1 a negative answer (not valid, different, NaN), "
            + std::string(failures) + "\n\"tloupe VERB --help\" shows the options of a verb, with examples.\n";
    std::size_t widest = 0;
    for (const Example& example : known->examples)
        widest = std::max(widest, example.arguments.size());
    std::string text = "Examples:\n";
    for (const Example& example : known->examples) {
        text.append("  tloupe ").append(verb).append(example.arguments.empty() ? "" : " ").append(example.arguments);
        text.append(widest - example.arguments.size() + (example.arguments.empty() ? 3 : 2), ' ');
        text.append("# ").append(example.does) += '\n';
    }
    if (known->takesFilter)
        text += "\nFilter: words that must all match; -WORD negates one, \"or\" separates alternatives. A word is a "
                "part of a\n"
                "  name, a glob of whole names (*.layers.[3-7].*), \"an exact name\", /a regex/, layer:3-7,\n"
                "  dtype:bf16, quant:gptq, shape:4096x*, rank:2, params:>1e6, size:>100MB, shard:3, nan:>0, inf:>0,\n"
                "  zero:>50%, constant:yes, subnormal:>10%, duplicate:yes, sigma:>30, warning:yes"
            + std::string(
                verb == "diff" || verb == "git-difftool" ? ", status:changed, maxabs:>1e-3, rell2:>0.01\n" : "\n");
    return text.append("\nExit status: ").append(known->status).append(", ").append(failures) + '\n';
}

} // namespace loupe
