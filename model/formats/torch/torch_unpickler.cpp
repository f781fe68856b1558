#include "formats/torch/torch_unpickler.h"

#include "core/text/text.h"
#include "formats/torch/torch_records.h"

namespace loupe::torch {

namespace {

/// The opcodes in torch/_weights_only_unpickler.py: protocol 2, with a few exceptions.
constexpr std::string_view knownOpcodes = "(.t)N]}JKMGXUQhjqrcRbaesu\x80\x81\x85\x86\x87\x88\x89\x8a\x8f";

void addOpcodes(const pickle::PickledObject& pickle, FileContent& content)
{
    constexpr std::size_t mostNamed = 3;
    std::string names;
    std::size_t count = 0;
    std::uint64_t offset = 0;
    for (const pickle::PickleOpcodeUse& use : pickle.reading.opcodes) {
        if (knownOpcodes.find(use.opcode->code) != std::string_view::npos)
            continue;
        if (count == 0)
            offset = use.offset;
        if (count++ < mostNamed)
            names.append(names.empty() ? "" : ", ").append(use.opcode->name);
    }
    if (count == 0)
        return;
    if (count > mostNamed)
        names += " and " + formatCount(count - mostNamed) + " more";
    content.findings.add({.severity = Severity::Warning,
        .code = "pickle-opcodes",
        .message = "is pickled with " + names + ", which torch.load reads only with weights_only=False",
        .offset = pickle.begin + (pickle.plain ? offset : 0)});
}

bool takesState(TorchGlobal meaning)
{
    return meaning != TorchGlobal::Sequence && meaning != TorchGlobal::Encode && meaning != TorchGlobal::DType
        && meaning != TorchGlobal::Scheme;
}

void addStates(const pickle::PickledObject& pickle, FileContent& content)
{
    const pickle::PickleValues& values = pickle.reading.values;
    const TorchRecords records(values);
    for (const pickle::PickleImport& import : pickle.reading.imports) {
        const TorchName name = records.global(import.global);
        if (import.built == pickle::PickleValues::none || name.trust != pickle::PickleTrust::Allowed
            || takesState(name.meaning))
            continue;
        content.findings.add({.code = "state-refused",
            .message = "gives a state to a " + std::string(values.module(import.global)) + '.'
                + std::string(values.name(import.global)) + ", which takes none",
            .refusedAs = "UnpicklingError",
            .offset = pickle.begin + (pickle.plain ? values.at(import.built).offset : 0)});
    }
}

} // namespace

void addUnpicklerLimits(const pickle::PickledObject& pickle, FileContent& content)
{
    addStates(pickle, content);
    if (content.findings.referenceAccepts())
        addOpcodes(pickle, content);
}

} // namespace loupe::torch
