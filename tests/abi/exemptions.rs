//! The one list of what may differ between the bindings, which are those of 13.5, and an older header.

/// Types or constants that differ for one reason.
#[derive(Debug)]
pub(crate) struct Exemption {
    /// What differs; of a structure, with all that is declared in place within it.
    pub(crate) subjects: &'static [&'static str],
    /// The headers that have it otherwise.
    pub(crate) versions: &'static [&'static str],
    /// Which layout or value the bindings have.
    #[expect(dead_code, reason = "for the reader, and for the message of a test that fails")]
    pub(crate) bound: &'static str,
}

const OLDER: &[&str] = &["11.8", "12.0", "12.9"];

pub(crate) const EXEMPTIONS: &[Exemption] = &[
    Exemption { subjects: &["CUDA_VERSION"], versions: OLDER, bound: "13.5: the version of the header" },
    Exemption {
        subjects: &["CU_DEVICE_ATTRIBUTE_MAX", "CU_FUNC_ATTRIBUTE_MAX", "CU_JIT_NUM_OPTIONS", "CU_LIMIT_MAX"],
        versions: OLDER,
        bound: "13.5: counts of an enumeration's values",
    },
    Exemption {
        subjects: &["CU_LAUNCH_ATTRIBUTE_MAX"],
        versions: &["12.9"],
        bound: "13.5: the count of an enumeration's values",
    },
    Exemption {
        subjects: &["CU_CTX_FLAGS_MASK"],
        versions: &["11.8", "12.0"],
        bound: "13.5: all flags, of which an older driver knows fewer",
    },
    Exemption {
        subjects: &["CU_COREDUMP_LIGHTWEIGHT_FLAGS"],
        versions: &["12.9"],
        bound: "13.5: a union of flags, one of which is newer",
    },
    Exemption {
        subjects: &[
            "CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS",
            "CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR",
        ],
        versions: &["11.8"],
        bound: "12.0 and later: 122 and 123, the attributes of the second revision; 93 and 94 got names that end in _V1",
    },
    Exemption {
        subjects: &["CUDA_KERNEL_NODE_PARAMS"],
        versions: &["11.8"],
        bound: "12.0 and later: the second revision, 72 bytes; functions that take the first say so by their types",
    },
    Exemption {
        subjects: &["CUDA_BATCH_MEM_OP_NODE_PARAMS", "CUDA_MEM_ALLOC_NODE_PARAMS"],
        versions: &["11.8", "12.0"],
        bound: "the same layout, under a name ending in _v1 which 12.9 has and these do not",
    },
    Exemption {
        subjects: &["CUlaunchAttributeValue_union"],
        versions: OLDER,
        bound: "13.5: more members, the same 64 bytes",
    },
    Exemption {
        subjects: &["CUmemLocation_st"],
        versions: OLDER,
        bound: "13.5: id is one member of a union without a name, at the same place",
    },
    Exemption {
        subjects: &["CUmemPoolProps_st"],
        versions: OLDER,
        bound: "13.5: members cut out of what was reserved, and must be zero on older drivers",
    },
    Exemption {
        subjects: &["CUstreamBatchMemOpParams_union"],
        versions: OLDER,
        bound: "13.5: one more member, the same size",
    },
    Exemption {
        subjects: &["CUtensorMap", "CUtensorMap_st"],
        versions: &["12.0", "12.9"],
        bound: "13.5: aligned to 128, which also serves drivers that ask for 64",
    },
    Exemption {
        subjects: &[
            "CUDA_EVENT_RECORD_NODE_PARAMS",
            "CUDA_EVENT_RECORD_NODE_PARAMS_st",
            "CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2",
            "CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st",
            "CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2",
            "CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st",
            "CUDA_HOST_NODE_PARAMS_v2",
            "CUDA_HOST_NODE_PARAMS_v2_st",
        ],
        versions: &["12.9"],
        bound: "13.5: a context at the end, used only as members of CUgraphNodeParams, which leaves room for it",
    },
    Exemption {
        subjects: &["CUgraphNodeParams_st"],
        versions: &["12.9"],
        bound: "13.5: members that grew or are new, the same size",
    },
    Exemption {
        subjects: &["CUcheckpointCheckpointArgs_st", "CUcheckpointRestoreArgs_st"],
        versions: &["12.9"],
        bound: "13.5: members cut out of what was reserved, and must be zero on older drivers",
    },
    Exemption {
        subjects: &["CUdevResource", "CUdevResource_st", "CUdevResource_v1", "CUdevSmResource", "CUdevSmResource_st"],
        versions: &["12.9"],
        bound: "13.5: members that grew within the same size, and a pointer at the end, aligned to 8",
    },
    Exemption {
        subjects: &["cuGreenCtxGetId"],
        versions: &["12.9"],
        bound: "13.5, which dates it to 12.9, whose own header does not declare it",
    },
];

/// Names of older headers that 13.5 has dropped or renamed, and that the bindings do not have either.
pub(crate) const GONE: &[&str] = &[
    "CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V2",
    "CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS",
    "CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V2",
    "CU_DEV_RESOURCE_TYPE_MAX",
    "CU_TARGET_COMPUTE_101",
    "CU_TARGET_COMPUTE_101A",
    "CU_TARGET_COMPUTE_101F",
    "CU_TARGET_COMPUTE_20",
    "CU_TARGET_COMPUTE_21",
    "CUdevSmResourceSplit_flags",
];
