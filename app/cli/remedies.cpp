#include "app/cli/remedies.h"

#include <string>
#include <utility>

namespace loupe {

std::string_view optionFor(Remedy remedy)
{
    switch (remedy) {
    case Remedy::None:
        break;
    case Remedy::GiveBase:
        return "give the base with --base";
    case Remedy::GiveAlpha:
        return "give it with --alpha";
    case Remedy::GiveRank:
        return "use --rank to give them one rank";
    case Remedy::KeepDiffusersNames:
        return "use --spelling diffusers";
    case Remedy::SplitAdapter:
        return "split it first with tloupe convert --select";
    case Remedy::DropTensors:
        return "use tloupe convert --drop to remove it";
    case Remedy::Dequantize:
        return "use tloupe convert --dequantize first";
    case Remedy::ExtractAdapter:
        return "merge it into its base, then extract a LoRA adapter from the difference with tloupe convert "
               "--extract-lora";
    case Remedy::WriteNonFinite:
        return "use --force to write them anyway";
    }
    return {};
}

Error withOption(Error error)
{
    if (const std::string_view option = optionFor(error.remedy); !option.empty())
        error.message += "; " + std::string(option);
    return error;
}

} // namespace loupe
