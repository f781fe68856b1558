#include "items/language/remedy_text.h"

#include <QCoreApplication>

namespace loupe {

namespace {

class RemedyText {
    Q_DECLARE_TR_FUNCTIONS(loupe::RemedyText)
};

} // namespace

QString remedyText(Remedy remedy)
{
    switch (remedy) {
    case Remedy::GiveBase:
        return RemedyText::tr("Choose the base above.");
    case Remedy::GiveAlpha:
        return RemedyText::tr("Put its adapter_config.json next to it and open it again.");
    case Remedy::GiveRank:
        return RemedyText::tr("Choose a rank above.");
    case Remedy::KeepDiffusersNames:
        return RemedyText::tr("Choose diffusers names above.");
    case Remedy::Dequantize:
        return RemedyText::tr("Dequantize it first with File › Convert…");
    case Remedy::ExtractAdapter:
        return RemedyText::tr(
            "Merge it into its base, then compare the base with the result and choose File › Extract LoRA…");
    case Remedy::SplitAdapter:
        return RemedyText::tr("First export the tensors of each model to a separate file.");
    case Remedy::DropTensors:
        return RemedyText::tr("Delete its tensors, save a copy and open that.");
    case Remedy::WriteNonFinite:
        return RemedyText::tr("Merge it on the command line to write them anyway.");
    case Remedy::None:
        break;
    }
    return {};
}

} // namespace loupe
