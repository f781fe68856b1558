#include "formats/torch_imports.h"

#include "core/text.h"
#include "formats/torch_text.h"

namespace loupe {

namespace {

constexpr std::string_view unpicklingError = "UnpicklingError"; // of torch.load, which since 2.6 runs nothing

class Imports {
public:
    Imports(const TorchPickle& pickle, FileContent& content)
        : m_pickle(pickle)
        , m_records(pickle.reading.values)
        , m_content(content)
    {
    }

    void add()
    {
        // What would run comes first.
        for (const TorchTrust trust : {TorchTrust::Unknown, TorchTrust::Refused, TorchTrust::Allowed}) {
            for (const PickleImport& import : m_pickle.reading.imports)
                addImport(import, trust);
        }
        const std::uint64_t more = m_pickle.reading.importCount - m_pickle.reading.imports.size();
        if (more > 0) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "import-unknown",
                .message = "would import " + counted(more, "more name") + ", which are not looked at",
                .refusedAs = unpicklingError,
                .offset = m_pickle.begin});
        }
    }

private:
    void addImport(const PickleImport& import, TorchTrust trust)
    {
        const PickleValues& values = m_records.values();
        const std::string_view module = values.module(import.global);
        if (torchName(module, values.name(import.global)).trust != trust)
            return;
        const std::string name = utf8Of(module) + '.' + utf8Of(values.name(import.global));
        Finding finding{.severity = Severity::Warning, .code = {}, .message = {}, .offset = offsetOf(import.global)};
        if (trust == TorchTrust::Allowed) {
            finding.severity = Severity::Note;
            finding.code = "import";
            finding.message = "imports " + name + ", which torch.load allows";
        } else if (trust == TorchTrust::Refused) {
            finding.code = "import-refused";
            finding.message = "imports " + name + ": harmless, but torch.load refuses it where nobody allows it";
            finding.refusedAs = unpicklingError;
        } else if (module == "__torch__" || module.starts_with("__torch__.")) {
            finding.severity = Severity::Note;
            finding.code = "import-script";
            finding.message = "is of the class " + name + ", whose code is in the archive: only its tensors are shown";
        } else {
            finding.code = "import-unknown";
            finding.message = "would run code: " + callText(import, name);
            finding.refusedAs = unpicklingError;
        }
        m_content.findings.add(std::move(finding));
    }

    /// "os.system('echo hello')"; of what is not called only the name.
    std::string callText(const PickleImport& import, const std::string& name) const
    {
        constexpr std::size_t longest = 300;
        if (import.call == PickleValues::none)
            return name;
        const PickleId arguments = m_records.values().at(import.call).node.argument;
        std::string text = torchText(m_records, arguments);
        text = text.size() < 2 ? std::string() : text.substr(1, text.size() - 2); // without the list's brackets
        if (text.size() > longest)
            text = utf8Of(std::string_view(text).substr(0, longest)) + "…";
        return name + '(' + text + ')';
    }

    std::uint64_t offsetOf(PickleId id) const
    {
        return m_pickle.begin + (m_pickle.plain ? m_records.values().at(id).offset : 0);
    }

    const TorchPickle& m_pickle;
    TorchRecords m_records;
    FileContent& m_content;
};

} // namespace

void addTorchImports(const TorchPickle& pickle, FileContent& content)
{
    Imports(pickle, content).add();
}

void addPickleFault(const TorchPickle& pickle, std::string_view what, FileContent& content)
{
    if (!pickle.reading.fault)
        return;
    const PickleFault& fault = *pickle.reading.fault;
    content.findings.add({.code = "pickle-broken",
        .message = "the pickle of " + std::string(what) + " makes no sense from its byte " + formatCount(fault.offset)
            + " on: " + fault.message,
        .refusedAs = unpicklingError,
        .offset = pickle.begin + (pickle.plain ? fault.offset : 0)});
}

} // namespace loupe
