#include "formats/torch/zero/zero_parameters.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_source.h"
#include "formats/shared/utf8_text.h"
#include "formats/torch/torch_zip.h"
#include "formats/torch/zero/zero_states.h"

#include <algorithm>
#include <system_error>

namespace loupe::torch {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view mastersName = "fp32.pt";

/// The files of a parameter's folder that hold tensors.
std::vector<std::string> stateFilesIn(const fs::path& folder)
{
    constexpr std::size_t mostFiles = 64;
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator file(folder, error);
    for (std::size_t looked = 0; !error && file != fs::directory_iterator() && looked < mostFiles; ++looked) {
        const std::string name = file->path().filename().string();
        if (file->path().extension() == ".pt" && name != "step.pt")
            names.push_back(name);
        file.increment(error);
    }
    std::ranges::sort(names); // folders are listed in no particular order
    return names;
}

} // namespace

Result<> placeZeroParameters(const Source& main, const std::vector<std::string>& parameters, const Work& work,
    ZeroTensors& tensors, Findings& findings)
{
    const fs::path folder = main.path().parent_path();
    std::size_t files = 0;
    for (const std::string& parameter : parameters) {
        const std::string name = utf8Of(parameter);
        const auto states = stateFilesIn((folder.empty() ? fs::path(".") : folder) / "zero" / parameter);
        if (std::ranges::find(states, mastersName) == states.end()) {
            findings.add({.code = "parameter-missing",
                .message = "folder " + quote("zero/" + name) + " has no fp32.pt, which holds the parameter",
                .refusedAs = "FileNotFoundError"});
        }
        for (const std::string& state : states) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped while the checkpoint was read", main.path().string());
            if (++files > mostShards) {
                findings.add({.severity = Severity::Warning,
                    .code = "object-too-large",
                    .message = "more than " + formatCount(mostShards) + " files: those from the parameter "
                        + quote(name) + " on are not shown"});
                return {};
            }
            std::string path = "zero/";
            path.append(parameter).append(1, '/').append(state);
            const bool isMaster = state == mastersName;
            const std::string prefix = isMaster ? "" : utf8Of(state.substr(0, state.size() - 3)) + '.';
            const auto source = openConfined(main, path, Source::Access::Read);
            std::vector<TorchMember> members;
            auto content =
                source ? readZeroParameter(**source, prefix + name, work, members) : Result<FileContent>(FileContent());
            if (!content)
                return fail(content.error());
            const auto error = source ? torchZipFault(content->findings) : std::optional(source.error().message);
            if (error || content->tensors.size() != 1) {
                findings.add({.code = "archive-broken",
                    .message = "file " + quote(utf8Of(path)) + " does not hold one tensor"
                        + (error ? ": " + *error : std::string()),
                    .refusedAs = "RuntimeError"});
            }
            const std::uint32_t file = tensors.addFile(path, nullptr, std::move(content->parts), members);
            tensors.adopt(*content, file);
        }
    }
    return {};
}

} // namespace loupe::torch
