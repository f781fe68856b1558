#include "formats/opening/trainer_files.h"

#include "core/text/ascii.h"
#include "formats/opening/registry.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

// Stems in the form of plainStem(), for transformers, Accelerate, PyTorch Lightning, FSDP, OLMo, Colossal-AI, Megatron,
// verl, NeMo and torchtune.
constexpr std::string_view optimizerStems[] = {
    "distrib_optim", "optim", "optim_states", "optimizer", "optimizer_states", "optimizers", "pytorch_optim"};
constexpr std::string_view extraStems[] = {"common", "custom_checkpoint", "data", "dataloader", "extra_state", "meta",
    "recipe_state", "train", "trainer", "train_state"};
constexpr std::string_view stateStems[] = {"dl_state_dict", "grad_scaler", "lr_scheduler", "random_states", "rng",
    "rng_state", "rng_states", "sampler", "scaler", "scheduler", "step_scheduler", "trainer_state", "training_args"};
constexpr std::string_view processWords[] = {"dp", "mp", "pp", "rank", "size", "tp", "world"};

template <std::size_t size>
bool isOneOf(const std::string_view (&words)[size], std::string_view word)
{
    return std::ranges::find(words, word) != std::end(words);
}

/// The words of the stem without numbers and those for processes: "optim_world_size_2_rank_0.pt" gives "optim".
std::string plainStem(const fs::path& path)
{
    constexpr std::string_view separators = "_-.";
    const std::string stem = asciiLower(path.stem().string());
    std::string plain;
    for (std::size_t begin = 0; begin < stem.size();) {
        const std::size_t end = std::min(stem.find_first_of(separators, begin), stem.size());
        std::string_view word = std::string_view(stem).substr(begin, end - begin);
        word = word.substr(0, word.find_last_not_of("0123456789") + 1);
        if (!word.empty() && !isOneOf(processWords, word))
            plain += (plain.empty() ? "" : "_") + std::string(word);
        begin = end + 1;
    }
    return plain;
}

bool isNamedAsModel(std::string_view stem)
{
    return stem.starts_with("model") || stem.ends_with("model") || stem.starts_with("pytorch_model")
        || stem == "consolidated";
}

bool isOfCheckpoint(const fs::path& name)
{
    return mayHoldTensors(name) || name == ".metadata" || name.extension() == ".distcp";
}

/// Whether a file is of a format in which data are kept more often than models.
bool isOfDataSet(const fs::path& name)
{
    constexpr std::string_view formats[] = {"arrow", "npy"};
    const Format* const format = formatForName(name);
    return format && isOneOf(formats, format->id);
}

/// Whether a folder of this machine, or one in it, has a file of such a name.
bool holdsFile(const fs::path& folder, bool (*isWanted)(const fs::path& name))
{
    constexpr int deepest = 4;
    constexpr int mostEntries = 5'000;
    int entries = 0;
    std::error_code code;
    for (fs::recursive_directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        if (++entries > mostEntries)
            return false;
        if (entry.depth() >= deepest)
            entry.disable_recursion_pending();
        std::error_code ignored;
        if (isWanted(entry->path().filename()) && entry->is_regular_file(ignored))
            return true;
    }
    return false;
}

} // namespace

FileRole fileRole(const fs::path& path)
{
    constexpr std::string_view pickled[] = {".bin", ".ckpt", ".pkl", ".pt", ".pth"};
    const Format* const format = formatForName(path);
    if (format && format->writer)
        return FileRole::Model;
    if (!isOneOf(pickled, asciiLower(path.extension().string())))
        return FileRole::Unknown;
    const std::string stem = plainStem(path);
    if (isOneOf(optimizerStems, stem))
        return FileRole::Optimizer;
    if (isOneOf(extraStems, stem))
        return FileRole::Extra;
    if (isOneOf(stateStems, stem))
        return FileRole::State;
    return isNamedAsModel(stem) ? FileRole::Model : FileRole::Unknown;
}

bool isCompanion(FileRole role)
{
    return role != FileRole::Model && role != FileRole::Unknown;
}

bool mayHoldTensors(const fs::path& file)
{
    const FileRole role = fileRole(file);
    if (role == FileRole::State || file.extension() == ".distcp")
        return false;
    return isCompanion(role) || formatForName(file);
}

bool holdsCheckpoints(const fs::path& folder)
{
    return holdsFile(folder, isOfCheckpoint);
}

bool holdsModels(const fs::path& folder)
{
    return holdsFile(folder, [](const fs::path& name) { return isOfCheckpoint(name) && !isOfDataSet(name); });
}

std::vector<std::string> foldersWithCheckpoints(const fs::path& folder)
{
    std::vector<std::string> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        std::error_code ignored;
        if (!name.starts_with('.') && entry->is_directory(ignored) && holdsCheckpoints(entry->path()))
            found.push_back(name);
    }
    std::ranges::sort(found);
    return found;
}

} // namespace loupe
