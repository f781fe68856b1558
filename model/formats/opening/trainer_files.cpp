#include "formats/opening/trainer_files.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace loupe {

bool isTrainerState(const std::filesystem::path& path)
{
    // Of transformers, Accelerate and PyTorch Lightning.
    constexpr std::array<std::string_view, 8> names{"dl_state_dict", "grad_scaler", "random_states", "rng_state",
        "sampler", "scaler", "scheduler", "training_args"};
    constexpr std::array<std::string_view, 4> suffixes{".bin", ".pkl", ".pt", ".pth"};
    if (std::ranges::find(suffixes, path.extension().string()) == suffixes.end())
        return false;
    std::string stem = path.stem().string();
    const std::size_t digits = stem.find_last_not_of("0123456789") + 1; // the number of a process
    if (digits > 0 && digits < stem.size() && stem[digits - 1] == '_')
        stem.resize(digits - 1);
    return std::ranges::find(names, stem) != names.end();
}

} // namespace loupe
