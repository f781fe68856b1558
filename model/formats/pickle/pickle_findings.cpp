#include "formats/pickle/pickle_findings.h"

#include "core/text/text.h"
#include "formats/pickle/pickle_value_text.h"
#include "formats/shared/utf8_text.h"

namespace loupe::pickle {

namespace {

constexpr std::string_view unpicklingError = "UnpicklingError";

class Imports {
public:
    Imports(const PickledObject& pickle, const PickleMeaning& meaning, const PickleLoader& loader, FileContent& content)
        : m_pickle(pickle)
        , m_meaning(meaning)
        , m_values(meaning.values())
        , m_loader(loader)
        , m_content(content)
    {
    }

    void add()
    {
        // Imports that would run code come first.
        constexpr PickleTrust order[] = {PickleTrust::Unknown, PickleTrust::Script, PickleTrust::Refused,
            PickleTrust::Understood, PickleTrust::Allowed};
        for (const PickleTrust trust : order) {
            for (const PickleImport& import : m_pickle.reading.imports) {
                if (trustOf(import) == trust)
                    addImport(import, trust);
            }
        }
        const std::uint64_t more = m_pickle.reading.importCount - m_pickle.reading.imports.size();
        if (more > 0) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "import-unknown",
                .message = "would import " + counted(more, "more name") + " that are not listed",
                .refusedAs = unpicklingError,
                .offset = m_pickle.begin});
        }
    }

private:
    PickleTrust trustOf(const PickleImport& import) const
    {
        if (import.isMisused)
            return PickleTrust::Unknown;
        return m_loader.trust(m_values.module(import.global), m_values.name(import.global));
    }

    void addImport(const PickleImport& import, PickleTrust trust)
    {
        const std::string name = utf8Of(m_values.module(import.global)) + '.' + utf8Of(m_values.name(import.global));
        const std::string loader(m_loader.name);
        Finding finding{
            .severity = Severity::Warning, .code = {}, .message = {}, .offset = m_pickle.offsetOf(import.global)};
        if (trust == PickleTrust::Allowed) {
            finding.severity = Severity::Note;
            finding.code = "import";
            finding.message = "imports " + name + ", which " + loader + " allows";
        } else if (trust == PickleTrust::Refused || trust == PickleTrust::Understood) {
            finding.severity = trust == PickleTrust::Understood ? Severity::Note : Severity::Warning;
            finding.code = "import-refused";
            finding.message = "imports " + name + ": harmless, but blocked by " + loader + " unless allow-listed";
            finding.refusedAs = unpicklingError;
        } else if (trust == PickleTrust::Script) {
            finding.severity = Severity::Note;
            finding.code = "import-script";
            finding.message = "has class " + name + ", with code in the archive: only its tensors are shown";
        } else {
            finding.code = "import-unknown";
            finding.message = "would run code: " + callText(import, name);
            finding.refusedAs = unpicklingError;
        }
        m_content.findings.add(std::move(finding));
    }

    /// "os.system('echo hello')"; only the name if it is not called.
    std::string callText(const PickleImport& import, const std::string& name) const
    {
        constexpr std::size_t longest = 300;
        if (import.call == PickleValues::none)
            return name;
        const PickleId arguments = m_values.at(import.call).node.argument;
        std::string text = pickleText(m_meaning, arguments);
        text = text.size() < 2 ? std::string() : text.substr(1, text.size() - 2); // without the list's brackets
        if (text.size() > longest)
            text = utf8Of(std::string_view(text).substr(0, longest)) + "…";
        return name + '(' + text + ')';
    }

    const PickledObject& m_pickle;
    const PickleMeaning& m_meaning;
    const PickleValues& m_values;
    const PickleLoader& m_loader;
    FileContent& m_content;
};

} // namespace

void addPickleImports(
    const PickledObject& pickle, const PickleMeaning& meaning, const PickleLoader& loader, FileContent& content)
{
    Imports(pickle, meaning, loader, content).add();
}

void addPickleFault(const PickledObject& pickle, std::string_view what, FileContent& content)
{
    if (!pickle.reading.fault)
        return;
    const PickleFault& fault = *pickle.reading.fault;
    content.findings.add({.code = "pickle-broken",
        .message =
            "invalid pickle of " + std::string(what) + " at byte " + formatCount(fault.offset) + ": " + fault.message,
        .refusedAs = unpicklingError,
        .offset = pickle.begin + (pickle.plain ? fault.offset : 0)});
}

} // namespace loupe::pickle
